set local row_security = off;

-- Without a default, the stamp can tell a booking that sends no fee from one that sends 0.
alter table public.consultations alter column fee drop default;
