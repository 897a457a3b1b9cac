set local row_security = off;

-- NaN stands for a fee that was not sent, because a default of 0 cannot be told from a fee of 0 that was sent. A trigger
-- replaces NaN, and the check of the column refuses it.
alter table public.consultations alter column fee set default 'NaN';
