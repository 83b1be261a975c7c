// What the permissions of the host allow, in words.
import type { Schemas } from '../../kit/api.js'

type Permission = Schemas['Collaborator']['permission']

const ALLOWS: Record<Permission, string> = {
  pull: 'may read and clone the repository',
  triage: 'may also manage issues and pull requests, without writing code',
  push: 'may also push, and merge pull requests',
  maintain: 'may also change settings that do no lasting harm',
  admin: 'may do everything: manage access and protection, and delete the repository'
}

export const allowedBy = (permission: Permission): string => ALLOWS[permission]

const RANKS = ['nothing', 'pull', 'triage', 'push', 'maintain', 'admin']

/** The service counts permissions from 1; 0 is none at all. */
export const permissionOfRank = (rank: number): string => RANKS[rank] ?? String(rank)

export const isPermission = (word: unknown): word is Permission =>
  typeof word === 'string' && Object.hasOwn(ALLOWS, word)
