// Random changes on the fake host: each is drawn as plain numbers, which select its target.
import fc from 'fast-check'
import type { Delivery, Installation, Issue, Repository, Run, World } from '#demo/world/world.js'

interface Scene {
  world: World
  repository: Repository
  /** Another repository, or the same. */
  other: Repository
  issue: Issue | undefined
  pull: Issue | undefined
  run: Run | undefined
  installation: Installation | undefined
  /** Selects among other choices. */
  luck: number
}

type Act = (scene: Scene) => Delivery[]

const LABELS = ['bug', 'docs', 'urgent']
const PEOPLE = ['octocat', 'hubot']
const CONCLUSIONS = ['success', 'failure', 'cancelled']
const NAMES = ['alpha', 'beta', 'gamma', 'delta']
const BRANCHES = ['main', 'trunk']

function chosen<T>(list: readonly T[], luck: number): T {
  const one = list[luck % list.length]
  if (one === undefined) throw new Error('there is nothing to choose from')
  return one
}

/** Applies only if there is an issue. */
const toIssue =
  (act: (scene: Scene, number: number) => Delivery[]): Act =>
  (scene) =>
    scene.issue ? act(scene, scene.issue.number) : []

const toPull =
  (isFit: (pull: Issue) => boolean, act: (scene: Scene, number: number) => Delivery[]): Act =>
  (scene) =>
    scene.pull && isFit(scene.pull) ? act(scene, scene.pull.number) : []

const toRun =
  (isFit: (run: Run) => boolean, act: (scene: Scene, id: number) => Delivery[]): Act =>
  (scene) =>
    scene.run && isFit(scene.run) ? act(scene, scene.run.id) : []

const isOpen = ({ state }: Issue) => state === 'open'
const isUnmerged = ({ state, pull }: Issue) => state === 'closed' && pull?.mergedAt === null

const issueActs: Record<string, Act> = {
  createIssue: ({ world, repository }) => world.createIssue(repository).events,
  editIssue: toIssue(({ world, repository, luck }, number) =>
    world.editIssue(repository, number, { title: `Title ${luck}`, body: luck % 3 ? `Body ${luck}` : null })
  ),
  closeIssue: toIssue(({ world, repository, issue }, number) =>
    issue?.state === 'open' ? world.closeIssue(repository, number) : world.reopenIssue(repository, number)
  ),
  labelIssue: toIssue(({ world, repository, luck }, number) =>
    world.labelIssue(repository, number, chosen(LABELS, luck))
  ),
  assignIssue: toIssue(({ world, repository, luck }, number) =>
    world.assignIssue(repository, number, chosen(PEOPLE, luck))
  ),
  deleteIssue: toIssue(({ world, repository }, number) => world.deleteIssue(repository, number)),
  convertIssue: toIssue(({ world, repository }, number) => world.convertIssue(repository, number)),
  transferIssue: toIssue(({ world, repository, other }, number) =>
    other === repository ? [] : world.transferIssue(repository, number, other).events
  ),
  renameLabel({ world, repository, luck }) {
    const label = repository.labels[luck % 3]
    return label ? world.renameLabel(repository, label.name, `${label.name}${luck % 10}`) : []
  },
  deleteLabel({ world, repository, luck }) {
    const label = repository.labels[luck % 9]
    return label ? world.deleteLabel(repository, label.name) : []
  }
}

const pullActs: Record<string, Act> = {
  openPull: ({ world, repository, luck }) => world.openPull(repository, { draft: luck % 2 === 0 }).events,
  editPull: toPull(
    () => true,
    ({ world, repository, luck }, number) => world.editPull(repository, number, { title: `Title ${luck}` })
  ),
  labelPull: toPull(
    () => true,
    ({ world, repository, luck }, number) => world.labelPull(repository, number, chosen(LABELS, luck))
  ),
  draftPull: toPull(isOpen, ({ world, repository }, number) => world.draftPull(repository, number)),
  pushToPull: toPull(isOpen, ({ world, repository }, number) => world.pushToPull(repository, number)),
  mergePull: toPull(isOpen, ({ world, repository }, number) => world.mergePull(repository, number)),
  closePull: toPull(isOpen, ({ world, repository }, number) => world.closePull(repository, number)),
  reopenPull: toPull(isUnmerged, ({ world, repository }, number) => world.reopenPull(repository, number))
}

const runActs: Record<string, Act> = {
  createRun: ({ world, repository, luck }) =>
    world.createRun(repository, { branch: chosen(BRANCHES, luck) }).events,
  startRun: toRun(
    ({ status }) => status === 'queued',
    ({ world, repository }, id) => world.startRun(repository, id)
  ),
  completeRun: toRun(
    ({ status }) => status !== 'completed',
    ({ world, repository, luck }, id) => world.completeRun(repository, id, chosen(CONCLUSIONS, luck))
  ),
  rerun: toRun(
    ({ status }) => status === 'completed',
    ({ world, repository }, id) => world.rerun(repository, id)
  ),
  deleteRun: toRun(
    () => true,
    ({ world, repository }, id) => world.deleteRun(repository, id)
  )
}

const repositoryActs: Record<string, Act> = {
  createRepository({ world, installation, luck }) {
    const name = `${installation?.account.login ?? 'nobody'}/${chosen(NAMES, luck)}`
    return isTaken(world, name) || !installation ? [] : world.createRepository(name, { installation }).events
  },
  editRepository: ({ world, repository, luck }) =>
    world.editRepository(repository, { defaultBranch: chosen(BRANCHES, luck), language: `Lang ${luck % 3}` }),
  starRepository: ({ world, repository }) => world.starRepository(repository),
  archiveRepository: ({ world, repository }) => world.archiveRepository(repository),
  privatiseRepository: ({ world, repository }) => world.privatiseRepository(repository),
  renameRepository({ world, repository, luck }) {
    const name = chosen(NAMES, luck)
    if (isTaken(world, `${repository.owner.login}/${name}`)) return []
    return world.renameRepository(repository, name)
  },
  transferRepository({ world, repository, installation, luck }) {
    const login = installation?.account.login ?? 'elsewhere'
    if (isTaken(world, `${login}/${repository.name}`)) return []
    return world.transferRepository(repository, login, luck % 3 ? installation : undefined)
  },
  deleteRepository: ({ world, repository, luck }) =>
    luck % 2 && world.state.repositories.size > 1 ? world.deleteRepository(repository) : [],
  removeFromInstallation({ world, repository }) {
    const from = seenBy(world, repository)
    return from ? world.removeFromInstallation(from, repository) : []
  },
  addToInstallation({ world, repository }) {
    const own = [...world.state.installations.values()].find(({ account }) => account === repository.owner)
    return own && !seenBy(world, repository) ? world.addToInstallation(own, repository) : []
  }
}

const installationActs: Record<string, Act> = {
  suspendInstallation({ world, installation }) {
    if (!installation) return []
    return installation.suspendedAt
      ? world.unsuspendInstallation(installation)
      : world.suspendInstallation(installation)
  },
  removeInstallation: ({ world, installation, luck }) =>
    installation && luck % 2 ? world.removeInstallation(installation) : [],
  createInstallation({ world, repository: { owner } }) {
    const { installations, repositories } = world.state
    if ([...installations.values()].some(({ account }) => account === owner)) return []
    const { installation, events } = world.createInstallation(owner.login)
    const own = [...repositories.values()].filter((repository) => repository.owner === owner)
    return [...events, ...own.flatMap((repository) => world.addToInstallation(installation, repository))]
  },
  member({ world, installation, luck }) {
    const login = installation?.account.login
    if (login && luck % 3) world.addMember(login, chosen(PEOPLE, luck), luck % 2 ? 'admin' : 'member')
    else if (login) world.removeMember(login, chosen(PEOPLE, luck))
    return []
  }
}

const seenBy = ({ state }: World, { id }: Repository) =>
  [...state.installations.values()].find(({ selection }) => selection.has(id))

/** Former names may be reused. */
const isTaken = ({ state }: World, name: string) =>
  [...state.repositories.values()].some((one) => `${one.owner.login}/${one.name}` === name)

const ACTS = { ...issueActs, ...pullActs, ...runActs, ...repositoryActs, ...installationActs }

const luck = fc.nat(10_000)

/** The rarer ones change more. */
export const randomChange = fc.record({
  kind: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...Object.keys(issueActs)) },
    { weight: 4, arbitrary: fc.constantFrom(...Object.keys(pullActs)) },
    { weight: 4, arbitrary: fc.constantFrom(...Object.keys(runActs)) },
    { weight: 3, arbitrary: fc.constantFrom(...Object.keys(repositoryActs)) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(installationActs)) }
  ),
  where: luck,
  which: luck,
  luck
})
export type RandomChange = typeof randomChange extends fc.Arbitrary<infer One> ? One : never

/** Applies the change; returns the events that the host sends. */
export function applyRandomChange(world: World, { kind, where, which, luck }: RandomChange): Delivery[] {
  const repositories = [...world.state.repositories.values()]
  const repository = chosen(repositories, where)
  const issues = [...repository.issues.values()]
  const any = <T>(list: readonly T[]) => (list.length > 0 ? chosen(list, which) : undefined)
  return (
    ACTS[kind]?.({
      world,
      repository,
      other: chosen(repositories, luck),
      issue: any(issues.filter(({ pull }) => pull === null)),
      pull: any(issues.filter(({ pull }) => pull !== null)),
      run: any([...repository.runs.values()]),
      installation: any([...world.state.installations.values()]),
      luck
    }) ?? []
  )
}
