set local row_security = off;

update private.settings set value = 'app.parse_file_path' where name = 'file_rules' and value = 'app.read_path';
