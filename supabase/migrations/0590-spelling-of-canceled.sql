set local row_security = off;

update public.notice_kinds
set title = 'Your consultation with {who} on {when} was canceled'
where name = 'consultation_cancelled';
