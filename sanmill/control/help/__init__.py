"""Help, About, licences and reports."""
