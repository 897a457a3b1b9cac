-- Lists all conversations with messages. Before the first message, a facility sees bidders on open jobs, a contractor
-- sees awarded jobs, and both sides see booked consultations.
create view public.dashboard_inbox_preview with (security_invoker = true) as
  select c.id,
         case when c.job_id is not null then 'job' else 'consultation' end as thread_type,
         c.job_id, c.consultation_id,
         coalesce(j.title, app.consultation_title(k.scheduled_at, (select app.my_time_zone()))) as thread_title,
         coalesce(c.last_sender_name, app.display_name(other)) as sender_name,
         c.last_content as content,
         coalesce(c.last_message_at, c.created_at) as created_at,
         (
           select count(*) from public.messages m
           where m.conversation_id = c.id and m.recipient_id = (select auth.uid()) and not m.read
         ) as unread_count,
         other.id as counterpart_id,
         app.display_name(other) as counterpart_name,
         exists (
           select from public.messages m
           where m.conversation_id = c.id and m.seq = c.seq and m.recipient_id = (select auth.uid())
         ) as is_unanswered,
         other.profile_picture as counterpart_picture
  from public.conversations c
    left join public.jobs j on j.id = c.job_id
    left join public.consultations k on k.id = c.consultation_id
    left join public.profiles other
      on other.id = case when c.facility_id = (select auth.uid()) then c.partner_id else c.facility_id end
  where (c.facility_id = (select auth.uid()) or c.partner_id = (select auth.uid()))
    and (
      c.seq > 0
      -- The subquery runs once, because a lookup for each of hundreds of conversations would be slow.
      or (
        c.facility_id = (select auth.uid())
        and c.job_id in (
          select own.id from public.jobs own
          where own.facility_id = (select auth.uid()) and own.status = 'open' and not own.is_deleted
        )
        and exists (
          select from public.bids b
          where b.job_id = c.job_id and b.contractor_id = c.partner_id and b.status in ('pending', 'accepted')
        )
      )
      or (
        c.partner_id = (select auth.uid())
        and c.job_id in (
          select won.id from public.jobs won
          where won.awarded_contractor_id = (select auth.uid()) and won.status = 'open'
        )
      )
      or exists (
        select from public.consultations ahead
        where ahead.id = c.consultation_id and ahead.status = 'booked' and ahead.ends_at > now()
      )
    );
comment on view public.dashboard_inbox_preview is
  'The conversations of the caller, with the other side, the latest message, the number of unread ones, and whether the '
  'other side wrote last.';
grant select on public.dashboard_inbox_preview to authenticated, service_role;
