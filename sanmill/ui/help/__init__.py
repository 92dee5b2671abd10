"""Help, about, licences and reports."""
