// The manifests of Kubernetes fit together, and set what the service can be set. Their schemas were checked by hand.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { PACKAGE_FOLDER } from '#paths.js'
import { VARIABLES } from '#settings/environment.js'
import { readSettings } from '#settings/settings.js'

const FOLDER = join(PACKAGE_FOLDER, 'docs', 'deploy', 'kubernetes')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
const NAMES = readdirSync(FOLDER).filter((name) => name !== 'kustomization.yaml')

type Labels = Record<string, string>

interface Probe {
  httpGet: { path: string; port: string }
}

interface Container {
  env: { name: string; value: string }[]
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  ports?: { name: string }[]
  securityContext: Record<string, unknown>
  volumeMounts: { name: string; mountPath: string }[]
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
}

interface Deployment {
  kind: string
  metadata: { name: string }
  spec: {
    selector: { matchLabels: Labels }
    template: {
      metadata: { labels: Labels }
      spec: { securityContext: object; containers: Container[]; volumes: { name: string }[] }
    }
  }
}

interface Manifest {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
}

// Casts: the files are ours, and each kind has these fields.
const manifests = NAMES.flatMap((name) =>
  parseAllDocuments(read(name)).map((document) => document.toJS() as Manifest)
)
// Cast: a kind has the fields of its kind.
const ofKind = <Kind>(kind: string) => manifests.filter((one) => one.kind === kind) as unknown as Kind[]
const deployments = ofKind<Deployment>('Deployment')
const [settings] = ofKind<Manifest>('ConfigMap')
const [secrets] = ofKind<Manifest>('Secret')

t.test('every file is applied but the example of the secret', async (t) => {
  // Cast: the file is ours.
  const { resources } = parse(read('kustomization.yaml')) as { resources: string[] }
  t.same([...resources].sort(), NAMES.filter((name) => name !== 'secret.example.yaml').sort())
})

t.test('what is set exists, and is all that a process needs to start', async (t) => {
  const environment = { ...settings?.data, ...secrets?.stringData }
  const set = [
    ...Object.keys(environment),
    ...deployments.flatMap(({ spec }) =>
      spec.template.spec.containers.flatMap(({ env }) => env.map(({ name }) => name))
    )
  ]
  t.same(
    set.filter((name) => !VARIABLES.includes(name)),
    []
  )
  for (const { spec } of deployments)
    for (const { env, envFrom } of spec.template.spec.containers) {
      t.same(envFrom, [
        { configMapRef: { name: settings?.metadata.name } },
        { secretRef: { name: secrets?.metadata.name } }
      ])
      const own = Object.fromEntries(env.map(({ name, value }) => [name, value]))
      // The key of the App is a placeholder, which no service accepts.
      const { HOST_APP_ID: _, HOST_APP_PRIVATE_KEY: __, ...rest } = { ...environment, ...own }
      t.match(readSettings(rest), { production: true, role: own['ROLE'] })
    }
})

t.test('selectors find their pods', async (t) => {
  const pods = deployments.map(({ spec }) => spec.template.metadata.labels)
  const matches = (selector: Labels) =>
    pods.filter((labels) => Object.entries(selector).every(([name, value]) => labels[name] === value)).length
  for (const { spec } of deployments) t.equal(matches(spec.selector.matchLabels), 1)
  const budgets = ofKind<Deployment>('PodDisruptionBudget')
  t.equal(budgets.length, deployments.length)
  for (const { spec } of budgets) t.equal(matches(spec.selector.matchLabels), 1)
  const [service] = ofKind<{
    metadata: { name: string }
    spec: { selector: Labels; ports: { name: string; targetPort: string }[] }
  }>('Service')
  t.equal(matches(service?.spec.selector ?? {}), 1)
  const ports = deployments.flatMap(({ spec }) =>
    spec.template.spec.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name))
  )
  t.same(
    service?.spec.ports.map(({ targetPort }) => targetPort),
    ports
  )
  t.match(read('ingress.yaml'), new RegExp(`service:\\s+name: ${service?.metadata.name}\\s`))
})

t.test(
  'a process may write to its volumes alone, has no privileges, and is asked at paths that exist',
  async (t) => {
    const paths = Object.keys(
      JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'openapi', 'openapi.json'), 'utf8')).paths
    )
    for (const { spec, metadata } of deployments) {
      const pod = spec.template.spec
      t.match(pod.securityContext, {
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' }
      })
      for (const container of pod.containers) {
        t.same(container.securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] }
        })
        t.same(
          container.volumeMounts.map(({ name }) => name),
          pod.volumes.map(({ name }) => name)
        )
        const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe]
        const asked = probes.flatMap((probe) => (probe ? [probe.httpGet.path] : []))
        t.equal(asked.length, metadata.name.endsWith('web') ? 3 : 0)
        for (const path of asked) t.ok(paths.includes(path), path)
      }
    }
  }
)
