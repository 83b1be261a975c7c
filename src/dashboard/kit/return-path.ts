// Where a login leads back to. The wish stands in the address, so anybody may have written it.

export const HOME = '/dashboard'
export const LOGIN = '/dashboard/login'

/** The wished path if it is a page of the dashboard, else its first page. */
export function returnPath(wish: string | null): string {
  if (wish === null || !/^\/dashboard(?![^/?#])/.test(wish)) return HOME
  // What a browser makes of dots, backslashes and line breaks counts, not what was written.
  const { pathname, search, hash } = new URL(wish, 'http://service.invalid')
  return /^\/dashboard(\/(?!login$)|$)/.test(pathname) ? pathname + search + hash : HOME
}
