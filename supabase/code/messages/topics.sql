-- Returns the caller's rights on the topic of a conversation. Each conversation has a private topic,
-- job:{job}:{contractor} or consultation:{id}. The two users of the conversation may listen. They may send while the
-- conversation is open for writing.
create function app.topic_access(topic text)
returns table (conversation_id uuid, writable boolean)
language sql stable set search_path = ''
as $$
  select s.conversation_id, s.writable
  from regexp_match(
         topic,
         replace('^(?:job:(ID):(ID)|consultation:(ID))$', 'ID', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')
       ) as parsed (ids)
       cross join lateral app.conversation_access(ids[1]::uuid, ids[3]::uuid, ids[2]::uuid) as s
       -- For a contractor, conversation_access ignores the contractor's id in the topic, so the join compares the ids.
       join public.conversations c
         on c.id = s.conversation_id and (c.job_id is null or c.partner_id = ids[2]::uuid)
$$;

create function app.can_read_topic(topic text) returns boolean
language sql stable set search_path = ''
as $$
  select case
    -- Only the database sends on this topic. See code/jobs/live.sql.
    when topic = 'available-jobs' then coalesce(app.my_role() = 'contractor', false)
    else exists (select from app.topic_access(topic))
  end
$$;

create function app.can_send_to_topic(topic text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from app.topic_access(topic) where writable)
$$;

grant execute on function
  app.topic_access(text), app.can_read_topic(text), app.can_send_to_topic(text)
  to authenticated;

-- realtime.messages may have rows of other topics, so the policies compare the topic.
create policy topics_select on realtime.messages for select to authenticated using (
  topic = (select realtime.topic())
  and extension in ('broadcast', 'presence') and (select app.can_read_topic((select realtime.topic())))
);

create policy topics_insert on realtime.messages for insert to authenticated with check (
  topic = (select realtime.topic())
  and extension in ('broadcast', 'presence') and (select app.can_send_to_topic((select realtime.topic())))
);
