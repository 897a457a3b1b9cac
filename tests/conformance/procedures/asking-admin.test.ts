import { testByRole } from '../support/by-role.ts'

testByRole('asking_admin', (client) => client.rpc('asking_admin'), {
  visitor: '401 42501',
  facility: '403 42501',
  contractor: '403 42501',
  consultant: '403 42501',
  admin: '200',
  server: '403 42501',
})
