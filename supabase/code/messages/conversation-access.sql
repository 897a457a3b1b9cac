-- The function app.conversation_access finds a conversation of the caller and decides whether the caller may write in
-- the conversation. A caller without such a conversation usually gets no row. Only the facility that posted the job
-- gets a row without a conversation, and that row states why the facility cannot write.

create function app.job_conversation_access(of_job uuid, contractor uuid)
returns table (conversation_id uuid, counterpart uuid, writable boolean, banner text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  job public.jobs;
  conversation public.conversations;
  is_live boolean;
begin
  select * into job from public.jobs where id = of_job;
  -- If a facility names no contractor, the function uses the contractor with the award.
  select * into conversation from public.conversations c
    where c.job_id = of_job
      and (
        c.facility_id = auth.uid() and c.partner_id = coalesce(contractor, job.awarded_contractor_id)
        or c.partner_id = auth.uid()
      );
  if conversation.id is null then
    if job.facility_id = auth.uid() then
      return query select null::uuid, null::uuid, false, 'No accepted contractor bid found.';
    end if;
    return;
  end if;
  is_live := exists (
    select from public.bids b
    where b.job_id = of_job and b.contractor_id = conversation.partner_id and b.status in ('pending', 'accepted')
  );
  banner := case
    when job.status = 'finished' then 'This job is marked as finished. Messaging is disabled.'
    when job.is_deleted then 'This job was deleted. Messaging is disabled.'
    when not is_live then 'This job was given to another contractor. Messaging is disabled.'
    -- Before the award, the facility may write only after the contractor has written.
    when conversation.facility_id = auth.uid() and job.awarded_at is null and conversation.seq = 0
      then 'No accepted contractor bid found.'
  end;
  return query select
    conversation.id,
    case when conversation.facility_id = auth.uid() then conversation.partner_id else conversation.facility_id end,
    banner is null, banner;
end
$$;

create function app.consultation_conversation_access(of_consultation uuid)
returns table (conversation_id uuid, counterpart uuid, writable boolean, banner text)
language sql stable security definer set search_path = ''
as $$
  select conversation.id,
         case when conversation.facility_id = auth.uid() then conversation.partner_id else conversation.facility_id end,
         reason.banner is null, reason.banner
  from public.conversations conversation
    join public.consultations c on c.id = conversation.consultation_id,
    lateral (
      select case
        when c.status = 'cancelled' then 'This consultation was canceled. Messaging is disabled.'
        when c.ends_at <= now() then 'This consultation has ended. Messaging is disabled.'
      end as banner
    ) as reason
  where conversation.consultation_id = of_consultation
    and auth.uid() in (conversation.facility_id, conversation.partner_id)
$$;

create function app.conversation_access(of_job uuid, of_consultation uuid, contractor uuid)
returns table (conversation_id uuid, counterpart uuid, writable boolean, banner text)
language sql stable security definer set search_path = ''
as $$
  select * from app.job_conversation_access(of_job, contractor) where of_job is not null
  union all
  select * from app.consultation_conversation_access(of_consultation) where of_job is null
$$;

create function public.conversation_state(
  job_id uuid default null, consultation_id uuid default null, contractor_id uuid default null
)
returns table (conversation_id uuid, counterpart uuid, writable boolean, banner text)
language sql stable set search_path = ''
as $$
  select * from app.conversation_access(job_id, consultation_id, contractor_id)
$$;
comment on function public.conversation_state(uuid, uuid, uuid) is
  'The other side of the caller''s conversation about a job or in a consultation, whether writing is open, and the '
  'reason if it is not. No row if the caller has no such conversation.';

create function public.conversation_with(user_id uuid)
returns table (conversation_id uuid, job_id uuid, consultation_id uuid, contractor_id uuid, writable boolean)
language sql stable set search_path = ''
as $$
  select c.id, c.job_id, c.consultation_id, case when c.job_id is not null then c.partner_id end, s.writable
  from public.conversations c,
       lateral app.conversation_access(
         c.job_id, c.consultation_id, case when c.job_id is not null then c.partner_id end
       ) as s
  where user_id in (c.partner_id, c.facility_id) and user_id is distinct from auth.uid()
  order by s.writable desc, coalesce(c.last_message_at, c.created_at) desc
  limit 1
$$;
comment on function public.conversation_with(uuid) is
  'The latest conversation with a user that is open for writing, or else the latest one.';

create function public.can_chat(bid public.bids) returns boolean
language sql stable set search_path = ''
as $$
  select bid.status in ('pending', 'accepted')
    and coalesce((select s.writable from app.job_conversation_access(bid.job_id, bid.contractor_id) as s), false)
$$;
comment on function public.can_chat(public.bids) is
  'Whether the caller may write to the other side of the bid.';

grant execute on function
  public.conversation_state(uuid, uuid, uuid), public.conversation_with(uuid), public.can_chat(public.bids),
  app.conversation_access(uuid, uuid, uuid), app.job_conversation_access(uuid, uuid)
  to authenticated, service_role;
