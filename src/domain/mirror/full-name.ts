/** The parts of a full name, which is `owner/name`. */
export function splitFullName(fullName: string): { owner: string; repo: string } {
  const [owner = '', repo = ''] = fullName.split('/')
  return { owner, repo }
}
