set local row_security = off;

-- The lists of a facility have pages of their own, instead of views of the dashboard.
update public.notice_kinds set path = '/facility/bids' where name = 'bid_received';
update public.notice_kinds set path = '/facility/payments' where name = 'payment_due';
update public.notice_kinds set path = '{payments}' where name = 'payment_recorded';
