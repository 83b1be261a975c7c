// The options of `connect`, checked.
import { parseArgs } from 'node:util'
import { isAccountName, publicAddress } from '#domain/operation/app-manifest.js'
import { meantBy } from '#domain/text/misspelt.js'
import { CONNECTED_PILLARS, type ConnectedPillar } from '#schemas/operation/connection.js'
import { UsageError } from '../command.js'

export interface ConnectOptions {
  pillars: readonly ConnectedPillar[] | undefined
  organisation: string | undefined
  address: string | undefined
  tokenFile: string | undefined
  /** Where the settings are written, instead of the data directory. */
  print: string | undefined
  apiUrl: string | undefined
  replace: boolean
  check: boolean
}

export function connectOptions(args: string[]): ConnectOptions {
  const values = parsed(args)
  const { organisation, address, 'host-url': hostUrl } = values
  if (organisation !== undefined && !isAccountName(organisation))
    throw new UsageError(`--organisation is wrong: ${organisation} is no name of an organisation.`)
  return {
    pillars: values.pillars === undefined ? undefined : pillarsIn(values.pillars),
    organisation,
    address: address === undefined ? undefined : addressIn(address),
    tokenFile: values['token-file'],
    print: values.print,
    apiUrl: hostUrl === undefined ? undefined : apiUrlOf(hostUrl),
    replace: values.replace,
    check: values.check
  }
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        pillars: { type: 'string' },
        organisation: { type: 'string' },
        address: { type: 'string' },
        'token-file': { type: 'string' },
        print: { type: 'string' },
        'host-url': { type: 'string' },
        replace: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false }
      }
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Names or numbers of the list that is shown, with commas between them; `all` of it. */
export function pillarsIn(list: string): readonly ConnectedPillar[] {
  if (list === 'all') return CONNECTED_PILLARS
  const given = list.split(/[\s,]+/).filter((one) => one !== '')
  const chosen = given.map((one) => {
    const pillar = CONNECTED_PILLARS.find((name, at) => name === one || String(at + 1) === one)
    if (pillar !== undefined) return pillar
    const meant = meantBy(one, CONNECTED_PILLARS)
    throw new UsageError(
      meant === undefined
        ? `${one} is no pillar. Choose from ${CONNECTED_PILLARS.join(', ')}.`
        : `${one} is no pillar: did you mean ${meant}?`
    )
  })
  if (chosen.length === 0) throw new UsageError('No pillar is chosen.')
  return CONNECTED_PILLARS.filter((one) => chosen.includes(one))
}

export function addressIn(text: string): string {
  const address = publicAddress(text)
  if (address !== undefined) return address
  throw new UsageError(
    'The address is wrong: expected where GitHub reaches the service, like https://automation.example.com.'
  )
}

/** The API of a site: at a name of its own on the public platform, below the site on a server. */
function apiUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' || `${url.username}${url.search}${url.hash}` !== '')
    throw new UsageError('--host-url is wrong: expected an address like https://github.example.com.')
  const path = url.pathname.replace(/\/+$/, '')
  if (path !== '') return `${url.origin}${path}`
  return url.hostname.endsWith('.ghe.com') ? `https://api.${url.host}` : `${url.origin}/api/v3`
}
