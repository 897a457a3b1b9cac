create function app.my_sessions()
returns table (id uuid, created_at timestamptz, refreshed_at timestamptz, user_agent text, ip inet, is_this boolean)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.created_at, s.refreshed_at at time zone 'UTC', s.user_agent, s.ip,
         s.id = (auth.jwt() ->> 'session_id')::uuid
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  order by s.created_at desc
$$;

create function app.end_my_session(session uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions s where s.id = session and s.user_id = auth.uid();
  if not found then
    perform app.refuse(404, 'session_unknown', 'This session was not found.', 'It may have ended already.');
  end if;
end
$$;

select app.expose(
  'my_sessions()',
  'The sessions of the caller.',
  'authenticated'
);

select app.expose(
  'end_my_session(id uuid)',
  'Ends one of the caller''s sessions, at once and everywhere.',
  'authenticated'
);
