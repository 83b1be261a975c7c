// Links, and other repositories within this one: what they stand for lies elsewhere.
import { shortened } from '#domain/text/shown-text.js'
import {
  addedLines,
  type ReviewedChange,
  type ReviewedFile,
  removedLines,
  type TreeEntry
} from '../../change.js'
import { directoryOf, fileNameOf } from '../../places.js'
import type { BuiltInFinding } from '../rule.js'

const LINK = '120000'
const OTHER_REPOSITORY = '160000'

export function linkFindings(
  change: ReviewedChange,
  entries: ReadonlyMap<string, TreeEntry>
): BuiltInFinding[] {
  return change.files
    .filter(({ path, status }) => status !== 'removed' && entries.get(path)?.mode === LINK)
    .flatMap((file) => linkFinding(change, file))
}

function linkFinding({ tree }: ReviewedChange, file: ReviewedFile): BuiltInFinding[] {
  const target = addedLines(file)[0]?.text.trim()
  if (target === undefined) return []
  const place = placeOf(directoryOf(file.path), target)
  if (place === undefined)
    return [
      {
        severity: 'high',
        title: 'A link leads out of the repository',
        description: `It stands for \`${shortened(target, 200)}\`, which is a file of whatever machine reads the repository: tools that follow it may show or overwrite what they should not.`,
        suggestion: 'Put the file itself into the repository, or link to one within it.',
        path: file.path,
        line: 1,
        confidence: 0.9,
        context: target,
        category: 'security'
      }
    ]
  if (!tree || tree.some(({ path }) => path === place || path.startsWith(`${place}/`))) return []
  return [
    {
      severity: 'medium',
      title: 'A link leads to nothing',
      description: `The repository has no \`${shortened(place, 200)}\`.`,
      suggestion: 'Let it lead to a file of the repository, or remove it.',
      path: file.path,
      line: 1,
      confidence: 0.7,
      context: target
    }
  ]
}

/** Where a link within the repository leads; undefined if it leads out of it. */
function placeOf(directory: string, target: string): string | undefined {
  if (/^(?:\/|~|[A-Za-z]:[\\/]|\\)/.test(target)) return undefined
  const parts: string[] = []
  for (const part of `${directory}${target}`.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

const POINTER = /^Subproject commit ([0-9a-f]{7,64})/

export function submoduleFindings(
  change: ReviewedChange,
  entries: ReadonlyMap<string, TreeEntry>
): BuiltInFinding[] {
  const moved = change.files.filter(
    (file) =>
      file.status !== 'removed' &&
      (entries.get(file.path)?.mode === OTHER_REPOSITORY || file.lines.some(({ text }) => POINTER.test(text)))
  )
  return [...moved.map((file) => submoduleFinding(change, file)), ...addressFindings(change)]
}

/** Most such changes happen by accident, so a change that speaks of it is believed. */
function submoduleFinding({ title, description, files }: ReviewedChange, file: ReviewedFile): BuiltInFinding {
  const words = `${title}\n${description}`.toLowerCase()
  const isSaid = words.includes('submodule') || words.includes(fileNameOf(file.path).toLowerCase())
  const isNew = file.status === 'added'
  return {
    severity: isSaid ? 'low' : 'medium',
    title: isNew ? 'Another repository is added as a submodule' : 'A submodule is moved to another commit',
    description: `The diff does not show what changes in ${file.path}.${isSaid ? '' : ' Neither the title nor the description speaks of it: it may have happened by accident.'}`,
    suggestion: isSaid
      ? 'Look at the commits of the other repository.'
      : 'Say why, or take it out of the change: `git submodule update` before the commit.',
    path: file.path,
    line: addedLines(file)[0]?.after ?? null,
    confidence: isSaid ? 0.4 : files.length > 1 ? 0.75 : 0.6,
    context: 'submodule'
  }
}

const ADDRESS = /^\s*url\s*=\s*(\S{1,500})/

function addressFindings({ files }: ReviewedChange): BuiltInFinding[] {
  const file = files.find(({ path, status }) => path === '.gitmodules' && status === 'modified')
  if (!file) return []
  const hosts = (lines: ReturnType<typeof addedLines>) =>
    lines.flatMap(({ text, after }) => {
      const address = ADDRESS.exec(text)?.[1]
      return address ? [{ address, owner: ownerOf(address), line: after }] : []
    })
  const before = new Set(hosts(removedLines(file)).map(({ owner }) => owner))
  const moved = hosts(addedLines(file)).filter(({ owner }) => before.size > 0 && !before.has(owner))
  return moved.map(({ address, line }) => ({
    severity: 'high',
    title: 'A submodule comes from another owner than before',
    description: `It is now fetched from \`${shortened(address, 200)}\`, and whoever owns that place decides what is built.`,
    suggestion: 'Make sure that the place belongs to whom you trust.',
    path: '.gitmodules',
    line,
    confidence: 0.8,
    context: address,
    category: 'security'
  }))
}

/** Host and owner, however the address is written. */
const ownerOf = (address: string) =>
  address
    .replace(/^\w{1,10}:\/\//, '')
    .replace(/^[\w.-]{1,60}@/, '')
    .replace(':', '/')
    .split('/')
    .slice(0, 2)
    .join('/')
    .toLowerCase()
