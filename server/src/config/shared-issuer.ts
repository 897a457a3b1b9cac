// At some addresses the people of many companies sign in. Of such an address nobody can say which company speaks there.

const microsoft = 'login.microsoftonline.com'
/** The directories of everybody, the last one being that of private accounts. */
const everybodys = new Set([
  'common',
  'organizations',
  'consumers',
  '9188040d-6c67-4c5b-b112-36a304b66dad',
])

export function isEverybodys(issuer: string) {
  const { hostname, pathname } = new URL(issuer)
  const [, tenant = ''] = pathname.toLowerCase().split('/')
  return hostname === microsoft && everybodys.has(tenant)
}

/** Google has one address for all, and names the company of each person. */
export function isGoogles(issuer: string) {
  return new URL(issuer).origin === 'https://accounts.google.com'
}
