// Where the login returns to. The path comes from the URL, so it is untrusted.

export const HOME = '/dashboard'
export const LOGIN = '/dashboard/login'

/** The requested path if it is a page of the dashboard, otherwise the home page. */
export function returnPath(requested: string | null): string {
  if (requested === null || !/^\/dashboard(?![^/?#])/.test(requested)) return HOME
  // Checks the URL as a browser resolves it, including dots, backslashes and line breaks.
  const { pathname, search, hash } = new URL(requested, 'http://service.invalid')
  return /^\/dashboard(\/(?!login$)|$)/.test(pathname) ? pathname + search + hash : HOME
}
