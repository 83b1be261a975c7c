// Every page of the dashboard. The server serves these paths, and the browser shows what belongs to them.

export const GROUPS = ['Overview', 'Work', 'Governance', 'Operations', 'Config'] as const

export interface Site {
  name: string
  /** A segment that begins with a colon is a parameter. */
  path: string
  title: string
  /** Where the navigation lists it; details and the login are not listed. */
  group?: (typeof GROUPS)[number]
  /** `g` and then this letter lead there. */
  key?: string
}

export const SITE_MAP = [
  { name: 'overview', path: '/dashboard', title: 'Overview', group: 'Overview', key: 'o' },
  { name: 'deliveries', path: '/dashboard/deliveries', title: 'Deliveries', group: 'Operations', key: 'd' },
  { name: 'delivery', path: '/dashboard/deliveries/:id', title: 'Delivery' },
  { name: 'sessions', path: '/dashboard/sessions', title: 'Sessions', group: 'Config', key: 's' },
  { name: 'login', path: '/dashboard/login', title: 'Log in' }
] as const satisfies readonly Site[]

export type PageName = (typeof SITE_MAP)[number]['name']

export interface SiteMatch {
  site: Site & { name: PageName }
  params: Record<string, string>
}

export function matchSite(path: string): SiteMatch | undefined {
  for (const site of SITE_MAP) {
    const params = paramsIn(site.path.split('/'), path.split('/'))
    if (params) return { site, params }
  }
  return undefined
}

function paramsIn(pattern: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== path.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of pattern.entries()) {
    const given = path[at] ?? ''
    if (part.startsWith(':') && given !== '') params[part.slice(1)] = decoded(given)
    else if (part !== given) return undefined
  }
  return params
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
