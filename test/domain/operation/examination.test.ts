import t from 'tap'
import {
  connectionFindings,
  type ExaminedDelivery,
  type ExaminedInstallation,
  type ExaminedWebhook,
  MOST_EXAMINED,
  noCredentialFinding,
  unexaminedFinding
} from '#domain/operation/examination.js'
import { neededPermissions } from '#domain/operation/permissions.js'
import { HostError } from '#errors/host.js'

const ADDRESS = 'https://automation.test/webhooks/host'

const delivery = (statusCode: number, at = 0): ExaminedDelivery => ({
  logId: 100 - at,
  deliveryId: `delivery-${at}`,
  eventName: 'issues',
  sentAt: new Date('2026-01-31T09:30:00Z'),
  isRedelivery: false,
  statusCode
})

interface Examined {
  /** What the address replied, the newest first. */
  codes?: number[]
  webhook?: Partial<ExaminedWebhook>
  installations?: ExaminedInstallation[]
}

const findingsOf = ({ codes = [202], webhook = {}, installations = [] }: Examined) =>
  connectionFindings(
    {
      name: 'our-automation',
      app: {
        installations,
        webhook: {
          url: ADDRESS,
          hasSecret: true,
          isJson: true,
          deliveries: codes.map(delivery),
          isSigned: false,
          ...webhook
        }
      }
    },
    ['triage']
  )

const about = (examined: Examined, check: string) => findingsOf(examined).filter((one) => one.check === check)

t.test('each reply of the address that is no acceptance has its remedy', async (t) => {
  const remedies: [number, RegExp][] = [
    [0, /^The host reached no service at the newest/],
    [301, /^It replied 301 to the newest: the address redirects.* Give the App the final address\.$/],
    [308, /the address redirects/],
    [400, /the delivery log of the App says why/],
    [401, /HOST_WEBHOOK_SECRET must be the secret/],
    [403, /HOST_WEBHOOK_SECRET must be the secret/],
    [404, /must be reached at \/webhooks\/host/],
    [500, /^The host reached no service/],
    [502, /^The host reached no service/],
    [503, /no webhook secret, or its disk is full/]
  ]
  for (const [code, remedy] of remedies) {
    const examined = { codes: [code, 202] }
    const message = `1 of the latest 2 did not arrive at ${ADDRESS}.`
    t.match(about(examined, 'webhooks'), [{ outcome: 'failed', message, remedy }], `reply ${code}`)
    t.same(about(examined, 'signature'), [], `what was answered with ${code} proves no secret`)
  }
})

t.test('of very many installations some are examined, and that is said', async (t) => {
  const one = { account: 'octo-org', isSuspended: true, permissions: new Map() }
  const installations = Array.from({ length: MOST_EXAMINED + 5 }, () => one)
  t.equal(about({ installations }, 'installation octo-org').length, MOST_EXAMINED)
  t.match(about({ installations }, 'installations'), [{ outcome: 'warning', message: /more than 1000/ }])
})

t.test('a delivery that was accepted is well, and proves that the secrets agree', async (t) => {
  for (const code of [200, 202, 204]) {
    const examined = { codes: [code, 202] }
    t.match(about(examined, 'webhooks'), [{ outcome: 'ok', message: `The latest 2 arrived at ${ADDRESS}.` }])
    t.match(about(examined, 'signature'), [{ outcome: 'ok' }])
  }
  const recovered = { codes: [202, 502, 0] }
  t.match(about(recovered, 'webhooks'), [{ outcome: 'warning', message: /^2 of the latest 3/ }])
  t.match(about({ codes: [] }, 'webhooks'), [{ outcome: 'warning', message: /^None was sent/ }])
  t.same(about({ codes: [] }, 'signature'), [])
})

t.test('a signature that verifies proves the secret, also of a delivery that did not arrive', async (t) => {
  t.match(about({ codes: [502], webhook: { isSigned: true } }, 'signature'), [{ outcome: 'ok' }])
})

t.test('a webhook that cannot deliver anything is told before its deliveries', async (t) => {
  const faults: [Partial<ExaminedWebhook>, RegExp, RegExp][] = [
    [{ url: null }, /no address/, /^Set the webhook of the App to https:/],
    [{ url: 'https://automation.test/hooks' }, /does not listen/, /^Set the webhook of the App to https:/],
    [{ isJson: false }, /as a form/, /application\/json/],
    [{ hasSecret: false }, /with no secret/, /HOST_WEBHOOK_SECRET/]
  ]
  for (const [webhook, message, remedy] of faults) {
    t.match(about({ webhook }, 'webhooks'), [{ outcome: 'failed', message, remedy }])
    t.same(about({ webhook }, 'signature'), [])
  }
})

t.test('an installation is well, suspended, or lacks what the chosen pillars need', async (t) => {
  const granted = neededPermissions(['triage']).map(({ name, level }): [string, string] => [name, level])
  const installation = (more: Partial<ExaminedInstallation>): ExaminedInstallation => ({
    account: 'octo-org',
    isSuspended: false,
    permissions: new Map(granted),
    ...more
  })
  const found = (more: Partial<ExaminedInstallation>) =>
    about({ installations: [installation(more)] }, 'installation octo-org')
  t.match(found({}), [{ outcome: 'ok', message: 'It grants everything.' }])
  t.match(found({ permissions: new Map([...granted, ['issues', 'read']]) }), [
    { outcome: 'failed', message: /^issues is not granted for write\./, remedy: /accept it/ }
  ])
  t.match(found({ isSuspended: true, permissions: new Map() }), [
    { outcome: 'warning', message: /^It is suspended/ }
  ])
  t.match(about({}, 'installations'), [{ outcome: 'warning', message: 'The App is installed nowhere.' }])
})

t.test('a credential is taken, refused, or missing', async (t) => {
  t.match(connectionFindings({ name: 'octocat', app: undefined }), [
    { check: 'credential', outcome: 'ok', message: /octocat/ }
  ])
  t.match(unexaminedFinding(new HostError('host_token_invalid', 'Bad credentials.'), undefined), {
    check: 'credential',
    outcome: 'failed',
    message: 'Bad credentials.',
    remedy: /HOST_API_URL/
  })
  t.match(noCredentialFinding(), { outcome: 'warning', remedy: /connect/ })
})
