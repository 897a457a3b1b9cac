// Lists the faults that the lints of policies must find, in the format of faults.ts.

export const notes = 'create table public.notes (id uuid primary key, owner_id uuid, body text);'

function policy(name: string, using: string) {
  return `create policy ${name} on public.notes for select to authenticated using (${using});`
}

const maySee =
  'create function app.may_see(uuid) returns boolean language sql stable return true; ' +
  'create function app.my_notes() returns setof uuid language sql stable return gen_random_uuid();'

export const policyFaults = {
  'policy-calls-per-row': [
    {
      expectedProblem: 'a function that takes a column',
      sql: `${notes} ${maySee}
        ${policy('bad', 'app.may_see(id)')}
        ${policy('immutable', "app.trimmed(body) = 'x'")}
        ${policy('looked_up', 'exists (select from public.jobs j where j.id = notes.id)')}`,
      object: 'bad on public.notes',
    },
    {
      expectedProblem: 'one that takes it in a sub-select',
      sql: `${notes} ${maySee} ${policy('bad', '(select app.may_see(id))')}`,
      object: 'bad on public.notes',
    },
    {
      expectedProblem: 'one that takes a column of another table',
      sql: `${notes} ${maySee}
        ${policy('bad', 'exists (select from public.jobs j where app.may_see(j.id))')}`,
      object: 'bad on public.notes',
    },
    {
      expectedProblem: 'a bare auth.uid()',
      sql: `${notes}
        ${policy('bad', 'owner_id = auth.uid()')}
        ${policy('good', 'owner_id = (select auth.uid())')}`,
      object: 'bad on public.notes',
    },
    {
      expectedProblem: 'a bare call among wrapped ones',
      sql: `${notes} ${maySee}
        ${policy('bad', '(select app.is_admin()) or owner_id in (select app.my_notes()) or app.is_admin()')}
        ${policy('good', "(select auth.jwt() ->> 'aal') = 'aal2' and (select app.my_role()) = 'admin'")}
        ${policy('set', 'id in (select app.my_notes()) or id in (select n from app.my_notes() as n)')}`,
      object: 'bad on public.notes',
    },
    {
      expectedProblem: 'a call beside a column in a sub-select',
      sql: `${notes} ${policy('bad', '(select auth.uid() = owner_id)')}`,
      object: 'bad on public.notes',
    },
    {
      expectedProblem: 'a bare call in a correlated sub-query',
      sql: `${notes}
        ${policy('bad', 'exists (select from public.jobs j where j.id = notes.id and j.facility_id = auth.uid())')}
        ${policy('good', 'exists (select from public.jobs j where j.id = notes.id and j.facility_id = (select auth.uid()))')}`,
      object: 'bad on public.notes',
    },
    {
      expectedProblem: 'a bare call in a check',
      sql: `${notes}
        create policy bad on public.notes for insert with check (owner_id = auth.uid());
        create policy good on public.notes for insert with check (owner_id = (select auth.uid()));`,
      object: 'bad on public.notes',
    },
    {
      expectedProblem: 'a policy of files',
      sql: `
        create policy bad on storage.objects using (owner = auth.uid());
        create policy good on storage.objects
          using ((storage.foldername(name))[1] = (select auth.uid())::text);`,
      object: 'bad on storage.objects',
    },
  ],
  'policy-doubled': [
    {
      expectedProblem: 'a second policy for an action',
      sql: `
        create policy zz on public.jobs for insert to authenticated with check (budget > 0);
        create policy zz_delete on public.jobs for delete to authenticated using (budget > 0);
        create policy zz_server on public.jobs for insert to service_role with check (budget > 0);
        create policy zz_strict on public.jobs as restrictive for insert with check (budget > 0);`,
      object: 'zz on public.jobs',
    },
    {
      expectedProblem: 'one for all actions and roles',
      sql: `${notes}
        create policy a on public.notes for update to authenticated using (body = 'x');
        create policy b on public.notes using (body = 'y');`,
      object: 'b on public.notes',
    },
  ],
  'policy-that-is-always-true': [
    {
      expectedProblem: 'using (true)',
      sql: `${notes} ${policy('bad', 'true')} ${policy('good', "body = 'true'")}`,
      object: 'bad on public.notes',
    },
    {
      expectedProblem: 'with check (true)',
      sql: 'create policy bad on storage.objects for insert with check (true);',
      object: 'bad on storage.objects',
    },
  ],
}
