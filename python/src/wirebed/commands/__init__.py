"""One file for each command that needs several parts of the runner; nothing else imports from here."""
