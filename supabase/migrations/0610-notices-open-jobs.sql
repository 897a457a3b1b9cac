set local row_security = off;

-- These notices open the page of their job instead of a dashboard.
update public.notice_kinds set path = '{job}/bids' where name = 'bid_received';
update public.notice_kinds set path = '{job}'
  where name in ('bid_accepted', 'bid_rejected', 'award_released', 'award_reopened', 'job_finished', 'job_removed');
