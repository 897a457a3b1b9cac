set local row_security = off;

-- The page of a user shows the entries of this user as the admin, and as the subject.
create index audit_log_actor_id_idx on app.audit_log (actor_id, at desc, id);
create index audit_log_subject_idx on app.audit_log (subject, at desc, id);
