create function app.my_conversation_ids() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.conversations where auth.uid() in (facility_id, partner_id)
$$;
grant execute on function app.my_conversation_ids() to authenticated;

create policy messages_select on public.messages for select to authenticated using (
  sender_id = (select auth.uid()) or recipient_id = (select auth.uid())
);

-- The audience of a message has to match the policy messages_select.
create function app.message_audience(message public.messages) returns text[]
language sql immutable set search_path = ''
as $$
  select array[message.sender_id::text, message.recipient_id::text]
$$;

-- The trigger _100_stamp leaves conversation_id null if the caller is not part of a matching conversation.
create policy messages_insert on public.messages for insert to authenticated with check (
  app.permit(
    sender_id = (select auth.uid())
      and exists (select from public.conversations c where c.id = conversation_id),
    'You are not part of this conversation.', 'Choose a conversation in your inbox.'
  )
);

create policy messages_update on public.messages for update to authenticated
  using ((select app.my_role()) is not null)
  with check (
    app.permit(recipient_id = (select auth.uid()), 'Only the recipient can mark a message as read.',
      'You can mark the messages that you received.')
  );

grant select on public.messages to authenticated, service_role;
grant insert (
  client_id, sender_id, recipient_id, sender_name, content, read, created_at, job_id, consultation_id
), update (read) on public.messages to authenticated;
grant insert, update on public.messages to service_role;

-- Locks the job or consultation, so that nobody can finish or cancel it at the same time. To avoid deadlocks, all
-- functions take this lock before the lock on the conversation.
create function app.tg_messages__stamp() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  access record;
begin
  new.content := app.trimmed(new.content);
  perform app.check_text('A message', new.content, 4000, true);
  if num_nonnulls(new.job_id, new.consultation_id) > 1 then
    perform app.refuse(400, 'two_subjects', 'A message must be about either a job or a consultation.',
      'Send job_id or consultation_id.');
  end if;
  new.client_id := coalesce(new.client_id, gen_random_uuid());
  if app.is_server() then
    perform app.check_message_time(new);
    return app.number_message(new);
  end if;
  perform app.check_not_repeated(new.client_id);
  perform from public.jobs where id = new.job_id for share;
  perform from public.consultations where id = new.consultation_id for share;
  -- Lock the bid too, because the contractor can withdraw it, which ends the conversation.
  perform from public.bids b
    where b.job_id = new.job_id and b.contractor_id in (auth.uid(), new.recipient_id)
      and b.status in ('pending', 'accepted')
    for share;
  select * into access from app.conversation_access(new.job_id, new.consultation_id, new.recipient_id);
  new.sender_id := auth.uid();
  new.sender_name := coalesce(app.my_name(), app.my_role());
  new.read := false;
  new.conversation_id := access.conversation_id;
  if access.conversation_id is null then
    -- The caller is not part of a matching conversation, so the policy messages_insert will refuse the row.
    new.seq := 0;
    return new;
  end if;
  if not access.writable then
    perform app.refuse(409, 'conversation_closed', access.banner, 'You can still read this conversation.');
  end if;
  if new.recipient_id is distinct from access.counterpart then
    perform app.refuse(403, 'wrong_recipient', 'This conversation is with somebody else.', 'Reload the chat.');
  end if;
  return app.number_message(new);
end
$$;

-- Refuses a message of the server if the stated time is after the end of the job or consultation. Only the server can
-- state the time of a message. A user's message always gets the current time.
create function app.check_message_time(message public.messages) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from public.jobs where id = message.job_id and finished_at < message.created_at)
    or exists (
      select from public.consultations
      where id = message.consultation_id and ends_at < message.created_at
    )
  then
    perform app.refuse(409, 'conversation_closed', 'Messaging was already closed at that time.',
      'Send the time when the message was written.');
  end if;
end
$$;

-- Gives the message the next number in its conversation, under a lock on the conversation.
create function app.number_message(message public.messages) returns public.messages
language plpgsql security definer set search_path = ''
as $$
begin
  message.conversation_id := coalesce(message.conversation_id, app.conversation_of(message));
  update public.conversations c
    set seq = c.seq + 1
    where c.id = message.conversation_id
    returning c.seq into message.seq;
  -- Read the time under the lock, so that times and numbers have the same order.
  if not app.is_server() then
    message.created_at := clock_timestamp();
  end if;
  update public.conversations c
    set last_content = message.content, last_sender_name = message.sender_name,
        last_message_at = message.created_at
    where c.id = message.conversation_id;
  return message;
end
$$;

create function app.conversation_of(message public.messages) returns uuid
language sql stable security definer set search_path = ''
as $$
  select id from public.conversations c
  where (c.job_id = message.job_id and c.partner_id in (message.sender_id, message.recipient_id))
    or c.consultation_id = message.consultation_id
$$;

-- A client that lost the response sends the message again, and treats this refusal as success.
create function app.check_not_repeated(client uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (select from public.messages where sender_id = auth.uid() and client_id = client) then
    perform app.refuse(409, '23505', 'This message was already sent.', 'You do not need to send it again.');
  end if;
end
$$;

create trigger _050_limit before insert on public.messages
  for each row execute function app.tg_limit_rows('messages');
create trigger _100_stamp before insert on public.messages
  for each row execute function app.tg_messages__stamp();

create function app.tg_messages__guard_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not app.is_server() then
    perform app.lock_action('messages');
    perform app.check_limit('messages', array(
      select created_at from public.messages
      where sender_id = new.sender_id and created_at > now() - app.limit_window('messages')
      order by created_at desc
    ));
  end if;
  return null;
end
$$;
create trigger _250_limit after insert on public.messages
  for each row execute function app.tg_messages__guard_insert();

create function app.tg_messages__guard_update() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.read and not new.read then
    perform app.refuse(409, 'message_read', 'A message that was read cannot be marked as unread.', 'Leave it as read.');
  end if;
  return null;
end
$$;
create trigger _200_guard_update after update on public.messages
  for each row execute function app.tg_messages__guard_update();
