// Filters that choose repositories by name, with globs.
import { globMatcher, type Matcher } from './glob.js'

const WILDCARD = /[*?]/

/** Whether a pattern stands for any number of names. */
export const isGlob = (pattern: string): boolean => WILDCARD.test(pattern)

/** Repositories are matched in any case. */
export function repositoryMatcher(filter: string | null): Matcher {
  if (filter === null || filter === '*') return () => true
  const matches = globMatcher(filter.toLowerCase())
  return (fullName) => matches(fullName.toLowerCase())
}

/** Why a filter can match no repository of an account; undefined if it can. */
export function findFilterFault(filter: string, account: string | null): string | undefined {
  if (filter === '*' || filter.includes('**')) return undefined
  const [owner = '', name, ...rest] = filter.split('/')
  if (name === undefined || rest.length > 0 || owner === '' || name === '')
    return 'must be owner/name, with wildcards where they are wanted'
  if (/[^\w.*?-]/.test(owner + name)) return 'has characters that no repository has in its name'
  if (account !== null && !globMatcher(owner.toLowerCase())(account.toLowerCase()))
    return `matches no repository of ${account}`
  return undefined
}
