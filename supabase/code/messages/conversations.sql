create policy conversations_select on public.conversations for select to authenticated using (
  facility_id = (select auth.uid()) or partner_id = (select auth.uid())
);
grant select on public.conversations to authenticated, service_role;

-- Opens a conversation for a booking.
create function app.tg_consultations__open_conversation() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.conversations (consultation_id, facility_id, partner_id, created_at)
  values (new.id, new.facility_id, new.consultant_id, new.created_at);
  return null;
end
$$;
create trigger _320_open_conversation after insert on public.consultations
  for each row execute function app.tg_consultations__open_conversation();
