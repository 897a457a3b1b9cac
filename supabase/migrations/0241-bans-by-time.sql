set local row_security = off;

-- Of many people few are kept out, and each search and booking asks who.
create index contacts_banned_until_idx on app.contacts (banned_until) where banned_until is not null;
