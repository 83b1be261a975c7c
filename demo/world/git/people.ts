// What people do in a repository with real branches; each deed returns the events that the host sends.

import { labelIn, touch } from '../issues.js'
import type { Delivery } from '../state.js'
import { hostWritesOf } from '../writes/host-writes.js'
import { addStatus, type StatusFacts } from './checks.js'
import { type FinishOptions, finishRuns, restart } from './ci.js'
import {
  closeGitPull,
  draftGitPull,
  editGitPull,
  type GitPullEdit,
  openGitPull,
  pullAt,
  reopenGitPull,
  synchronise
} from './git-pulls.js'
import { type Git, heard, type Review, SERVICE, tipOf } from './git-state.js'
import { mergedTwice, untestedLandings } from './landings.js'
import { mergeGitPull, mergeInto, type PullMerge } from './merges.js'
import { commitIn, type FileChanges, filesAt, writeChanges, writeCommit } from './objects.js'
import { tellLabel } from './pull-routes.js'
import { createBranch, deleteBranch, moveBranch } from './refs.js'
import { addReview, commentsOf, dismissReview, turnThread } from './reviews.js'

const AUTHOR = 'octocat'

export interface GitPullFacts {
  files?: FileChanges
  /** Where it starts; the tip of the base by default. */
  from?: string
  base?: string
  head?: string
  author?: string
  title?: string
  body?: string | null
  draft?: boolean
  /** The id of the fork that has the head. */
  fork?: number
}

export interface PushFacts {
  by?: string
  message?: string
}

/** The heads that `openPull` makes, which are not tested as branches. */
export const isPullHead = (branch: string) => /^change-\d+$/.test(branch)

function writeOnto(
  git: Git,
  parent: string,
  files: FileChanges,
  { by = AUTHOR, message }: PushFacts = {}
): string {
  const tree = writeChanges(git.objects, commitIn(git.objects, parent).tree, files)
  const text = message ?? `Change ${Object.keys(files).join(', ')}`
  const facts = { tree, parents: [parent], message: text, author: by, at: git.state.now() }
  return writeCommit(git.objects, facts).sha
}

function openFor(git: Git, facts: GitPullFacts) {
  const { base = git.repository.defaultBranch, author: by = AUTHOR, body = null, draft = false, fork } = facts
  const number = git.repository.lastNumber + 1
  const { head = `change-${number}`, title = `Change ${number}` } = facts
  const { files = { [`change-${number}.txt`]: `${number}\n` }, from = tipOf(git, base) } = facts
  const sha = writeOnto(git, from, files, { by, message: title })
  if (fork === undefined) createBranch(git, head, sha, by)
  const forked = fork === undefined ? {} : { forked: { fork, sha } }
  return openGitPull(git, { head, base, by, title, body, draft, ...forked })
}

function pullDeeds(git: Git) {
  const onPull = (number: number, act: (found: ReturnType<typeof pullAt>) => unknown) =>
    heard(git, () => void act(pullAt(git, number)))

  function label(number: number, name: string, { by = AUTHOR, isOn }: { by?: string; isOn: boolean }) {
    return onPull(number, ({ issue }) => {
      const one = labelIn(git.state, git.repository, name)
      const others = issue.labels.filter((other) => other !== one)
      if (issue.labels.includes(one) === isOn) return
      issue.labels = isOn ? [...others, one] : others
      touch(git.state, git.repository, issue)
      tellLabel(git, number, { name, by, isOn })
    })
  }

  return {
    /** A pull request with one commit, from a new branch or a fork. */
    openPull(facts: GitPullFacts = {}) {
      let opened: ReturnType<typeof openFor> | undefined
      const events = heard(git, () => {
        opened = openFor(git, facts)
      })
      if (!opened) throw new Error('it was not opened')
      return { ...opened, number: opened.issue.number, events }
    },
    /** The branch of a pull request, proposed for another base as well. */
    openTwin(number: number, base: string, by = AUTHOR) {
      const { head, headSha } = pullAt(git, number).pull
      let twin = number
      const events = heard(git, () => {
        twin = openGitPull(git, { head, base, by, title: `${head} for ${base}` }).issue.number
      })
      return { number: twin, headSha, events }
    },
    /** New commits on the head; `from` puts them elsewhere than onto the head, as a forced push does. */
    pushToPull: (number: number, files: FileChanges, { from, ...how }: PushFacts & { from?: string } = {}) =>
      onPull(number, (found) => {
        const { head, headSha, fork } = found.pull
        const { by = found.issue.author } = how
        const sha = writeOnto(git, from ?? headSha, files, { ...how, by })
        if (fork === undefined) moveBranch(git, head, sha, { by, force: true })
        else synchronise(git, found, sha, by)
      }),
    /** Merges its base into its head. */
    updateBranch: (number: number, by = AUTHOR) =>
      onPull(number, ({ pull }) => mergeInto(git, { base: pull.head, head: pull.base, by })),
    editPull: (number: number, edit: GitPullEdit, by = AUTHOR) =>
      onPull(number, (found) => editGitPull(git, found, edit, by)),
    label: (number: number, name: string, by?: string) =>
      label(number, name, { isOn: true, ...(by === undefined ? {} : { by }) }),
    unlabel: (number: number, name: string, by?: string) =>
      label(number, name, { isOn: false, ...(by === undefined ? {} : { by }) }),
    close: (number: number, by = AUTHOR) => onPull(number, (found) => closeGitPull(git, found, by)),
    reopen: (number: number, by = AUTHOR) => onPull(number, (found) => reopenGitPull(git, found, by)),
    convertToDraft: (number: number, by = AUTHOR) =>
      onPull(number, (found) => draftGitPull(git, found, true, by)),
    readyForReview: (number: number, by = AUTHOR) =>
      onPull(number, (found) => draftGitPull(git, found, false, by)),
    /** By a person, whom no rule of the branch binds. */
    mergePull: (number: number, how: Partial<PullMerge> = {}) =>
      onPull(number, (found) => mergeGitPull(git, found, { by: 'maintainer', ...how })),
    pull: (number: number) => pullAt(git, number)
  }
}

function reviewDeeds(git: Git) {
  const review = (number: number, author: string, state: Review['state']) =>
    heard(git, () => void addReview(git, pullAt(git, number), { author, state }))
  const commentsWith = (number: number, text: string) =>
    commentsOf(git, number).filter(({ body }) => body.includes(text))
  return {
    approve: (number: number, login = 'reviewer') => review(number, login, 'APPROVED'),
    requestChanges: (number: number, login = 'reviewer') => review(number, login, 'CHANGES_REQUESTED'),
    commentReview: (number: number, login = 'reviewer') => review(number, login, 'COMMENTED'),
    /** What somebody thinks of the comments on lines that contain this. */
    react(number: number, text: string, thumb: 'up' | 'down') {
      for (const comment of commentsWith(number, text)) comment.thumbs[thumb] += 1
    },
    /** Ends the conversations that began with comments that contain this, or opens them again. */
    resolve: (number: number, text: string, { by = 'maintainer', isResolved = true } = {}) =>
      heard(git, () => {
        for (const comment of commentsWith(number, text))
          turnThread(git, pullAt(git, number), comment, { by, isResolved })
      }),
    /** The last decisive review of this person. */
    dismiss: (number: number, login = 'reviewer', by = 'maintainer') =>
      heard(git, () => {
        const reviews = git.reviews.get(number) ?? []
        const one = reviews.findLast(({ author, state }) => author === login && state !== 'COMMENTED')
        if (!one) throw new Error(`${login} has not reviewed ${number}`)
        dismissReview(git, pullAt(git, number), one, by)
      })
  }
}

function branchDeeds(git: Git) {
  return {
    /** One commit on a branch, which is created from the default branch if there is none. */
    push(branch: string, files: FileChanges, how: PushFacts = {}): Delivery[] {
      const { by = AUTHOR } = how
      const tip = git.refs.get(branch)
      const sha = writeOnto(git, tip ?? tipOf(git, git.repository.defaultBranch), files, how)
      return heard(git, () =>
        tip === undefined ? createBranch(git, branch, sha, by) : moveBranch(git, branch, sha, { by })
      )
    },
    /** Past the queue: straight onto a base. */
    pushOutside(files: FileChanges, base = git.repository.defaultBranch, by = 'maintainer'): Delivery[] {
      const sha = writeOnto(git, tipOf(git, base), files, { by })
      return heard(git, () => moveBranch(git, base, sha, { by }))
    },
    /** Lets a branch point to any commit, also backwards. */
    forcePush: (branch: string, sha: string, by = 'maintainer') =>
      heard(git, () => moveBranch(git, branch, sha, { by, force: true })),
    createBranch: (branch: string, sha?: string, by = AUTHOR) =>
      heard(git, () => createBranch(git, branch, sha ?? tipOf(git, git.repository.defaultBranch), by)),
    deleteBranch: (branch: string, by = AUTHOR) => heard(git, () => deleteBranch(git, branch, by))
  }
}

function ciDeeds(git: Git) {
  return {
    /** Completes the waiting checks of a commit, or of all. */
    finishChecks: (sha?: string, options?: FinishOptions) => heard(git, () => finishRuns(git, sha, options)),
    /** Starts the completed runs of a commit again. */
    rerunChecks: (sha: string) =>
      heard(git, () => {
        for (const ciRun of git.ciRuns)
          if (ciRun.occasion.sha === sha && ciRun.run.status === 'completed') restart(git, ciRun)
      }),
    /** A status that another CI reports. */
    setStatus: (facts: StatusFacts, by = 'other-ci[bot]') => heard(git, () => void addStatus(git, facts, by))
  }
}

function viewOf(git: Git) {
  return {
    /** The commit of a branch; undefined if there is none. */
    tip: (branch = git.repository.defaultBranch) => git.refs.get(branch),
    treeAt: (sha: string) => commitIn(git.objects, sha).tree,
    /** The files of a commit, or of the default branch. */
    files: (sha = tipOf(git, git.repository.defaultBranch)) => Object.fromEntries(filesAt(git.objects, sha)),
    commit: (sha: string) => commitIn(git.objects, sha),
    branches: (prefix = '') => [...git.refs.keys()].filter((name) => name.startsWith(prefix)).sort(),
    landings: git.landings,
    landingsOfService: () => git.landings.filter(({ by }) => by === SERVICE),
    isGreen: (tree: string) => git.greenTrees.has(tree),
    /** Where something else than the CI of the host has tested it. */
    markGreen: (tree: string) => void git.greenTrees.add(tree),
    reviews: (number: number) => git.reviews.get(number) ?? [],
    checks: (sha: string) => git.checks.filter((one) => one.sha === sha),
    /** What the service has said on an issue or a pull request. */
    comments: (number: number) =>
      hostWritesOf(git.repository)
        .comments.filter((one) => one['issue'] === number)
        .map((one) => String(one['body'])),
    untested: () => untestedLandings(git),
    mergedTwice: () => mergedTwice(git)
  }
}

export const peopleOf = (git: Git) => ({
  options: git.options,
  ...pullDeeds(git),
  ...reviewDeeds(git),
  ...branchDeeds(git),
  ...ciDeeds(git),
  ...viewOf(git)
})
