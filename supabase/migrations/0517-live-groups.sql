set local row_security = off;

-- The function of code/_shared/change-feed.sql that returns the groups of its caller.
insert into private.settings (name, value) values ('live_groups_function', 'app.live_groups');
