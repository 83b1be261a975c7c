// The manifest from which the host makes an App with exactly what the chosen pillars need.

import type { ConnectedPillar } from '#schemas/operation/connection.js'
import { neededPermissions } from './permissions.js'

interface SubscribedEvent {
  /** As the host names it. */
  name: string
  /** Without this permission the host sends no such event, and refuses a manifest that asks for it. */
  permission: string
  /** Those that need it; all if there are none. */
  pillars?: readonly ConnectedPillar[]
}

/** Events about the installation itself come without being asked for. */
const SUBSCRIBED_EVENTS: readonly SubscribedEvent[] = [
  { name: 'repository', permission: 'metadata' },
  { name: 'push', permission: 'contents' },
  { name: 'release', permission: 'contents' },
  { name: 'issues', permission: 'issues' },
  { name: 'issue_comment', permission: 'issues' },
  { name: 'label', permission: 'issues' },
  { name: 'pull_request', permission: 'pull_requests' },
  { name: 'pull_request_review', permission: 'pull_requests' },
  { name: 'pull_request_review_comment', permission: 'pull_requests' },
  { name: 'pull_request_review_thread', permission: 'pull_requests' },
  { name: 'workflow_run', permission: 'actions' },
  { name: 'check_run', permission: 'checks', pillars: ['merge_queue'] },
  { name: 'check_suite', permission: 'checks', pillars: ['merge_queue'] },
  { name: 'status', permission: 'statuses', pillars: ['merge_queue'] },
  { name: 'branch_protection_rule', permission: 'administration' },
  { name: 'branch_protection_configuration', permission: 'administration' },
  { name: 'repository_ruleset', permission: 'administration' },
  { name: 'member', permission: 'members' },
  { name: 'organization', permission: 'members' }
]

/** The events that these pillars act on. */
export function subscribedEvents(pillars: readonly ConnectedPillar[]): string[] {
  const granted = new Set(neededPermissions(pillars).map(({ name }) => name))
  return SUBSCRIBED_EVENTS.filter(
    ({ permission, pillars: acting }) =>
      granted.has(permission) && (!acting || acting.some((one) => pillars.includes(one)))
  ).map(({ name }) => name)
}

export interface AppWish {
  pillars: readonly ConnectedPillar[]
  /** Where the service can be reached by the host. */
  address: string
  /** Where the host sends the browser once the App is made. */
  redirectUrl: string
}

/** As the host names its parts. */
export interface AppManifest {
  name: string
  url: string
  description: string
  hook_attributes: { url: string; active: true }
  redirect_url: string
  public: false
  default_permissions: Record<string, string>
  default_events: string[]
}

/** Where the service receives webhooks. */
export const WEBHOOK_PATH = '/webhooks/host'

/** People may change the name while they confirm: it is unique on the host. */
const APP_NAME = 'repository-automation'

export function appManifest({ pillars, address, redirectUrl }: AppWish): AppManifest {
  const base = address.replace(/\/+$/, '')
  return {
    name: APP_NAME,
    url: base,
    description:
      'Triage, CI healing, quality gates, merge queue, policies and evidence, by a service of ours.',
    hook_attributes: { url: `${base}${WEBHOOK_PATH}`, active: true },
    redirect_url: redirectUrl,
    public: false,
    default_permissions: Object.fromEntries(
      neededPermissions(pillars).map(({ name, level }) => [name, level])
    ),
    default_events: subscribedEvents(pillars)
  }
}

/** An address that the host accepts for webhooks; undefined if this is none. */
export function publicAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' || `${url.username}${url.password}${url.search}${url.hash}` !== '')
    return undefined
  return url.href.replace(/\/+$/, '')
}

/** A name of an organisation as the host allows it. */
export const isAccountName = (text: string) => /^[a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,99}$/i.test(text)

/** Where people confirm the App. `site` is where people see the host. */
export function registrationUrl(site: string, organisation: string | undefined, state: string): string {
  const owner = organisation === undefined ? '' : `/organizations/${encodeURIComponent(organisation)}`
  return `${site}${owner}/settings/apps/new?state=${encodeURIComponent(state)}`
}
