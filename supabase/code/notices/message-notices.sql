-- Each conversation has at most one unread notice, which counts the unread messages.

create function app.unread_messages(recipient uuid, conversation uuid) returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from public.messages
  where recipient_id = recipient and conversation_id = conversation and not read
$$;

create function app.tg_messages__notify() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform app.notify(
    'message_received', new.recipient_id, new.conversation_id, new.job_id, new.consultation_id, new.sender_id,
    null, new.created_at);
  -- A new notice has the count 1, but older messages may be unread too after their notice was dismissed.
  update public.notices n set count = unread
    from app.unread_messages(new.recipient_id, new.conversation_id) as unread
    where n.recipient_id = new.recipient_id and n.source_id = new.conversation_id
      and n.kind = 'message_received' and not n.read and n.count <> unread;
  return null;
end
$$;
create trigger _400_notify after insert on public.messages
  for each row when (not new.read) execute function app.tg_messages__notify();

-- Updates the count of a conversation's notice, and marks the notice as read when all messages are read.
create function app.tg_messages__mark_read() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Lock the notices first, so that the next query also counts a message that is inserted concurrently.
  perform from public.notices n
    join (select distinct recipient_id, conversation_id from changed where read) as c
      on n.recipient_id = c.recipient_id and n.source_id = c.conversation_id
    where n.kind = 'message_received' and not n.read
    order by n.id
    for update of n;
  update public.notices n
    set read = (c.unread = 0), count = greatest(c.unread, 1)
    from (
      select recipient_id, conversation_id, app.unread_messages(recipient_id, conversation_id) as unread
      from changed where read
      group by recipient_id, conversation_id
    ) as c
    where n.recipient_id = c.recipient_id and n.source_id = c.conversation_id
      and n.kind = 'message_received' and not n.read;
  return null;
end
$$;
create trigger _400_mark_read after update on public.messages
  referencing new table as changed
  for each statement execute function app.tg_messages__mark_read();
