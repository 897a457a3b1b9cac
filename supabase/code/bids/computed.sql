create function public.can_accept(bid public.bids) returns boolean
language sql stable set search_path = ''
as $$
  select bid.status = 'pending' and exists (
    select from public.jobs
    where id = bid.job_id and facility_id = app.my_id_as('facility') and is_biddable
  )
$$;
comment on function public.can_accept(public.bids) is 'Whether the caller may accept the bid.';

create function public.can_withdraw(bid public.bids) returns boolean
language sql stable set search_path = ''
as $$
  select bid.status = 'pending' and coalesce(bid.contractor_id = app.my_id_as('contractor'), false)
$$;
comment on function public.can_withdraw(public.bids) is 'Whether the caller may withdraw the bid.';

grant execute on function public.can_accept(public.bids), public.can_withdraw(public.bids)
  to authenticated, service_role;
