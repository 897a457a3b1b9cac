/** Returns the path of the page that shows a user to admins. */
export function adminUserPath(userId: string) {
  return `/admin/users/${userId}`
}
