set local row_security = off;

-- Where the gateway finds what a path says of its file.
insert into private.settings (name, value) values ('file_rules', 'app.read_path')
on conflict do nothing;
