// The collaborators of a repository.
import type { HostCollaborator } from '#domain/host/items.js'
import { replaceCollaborators } from '../collaborators.js'
import { listWhole, type WholePart } from './whole.js'

export const collaboratorsPart: WholePart<HostCollaborator> = {
  part: 'collaborators',
  mayBeRefused: true,
  read: (turn, etag) => listWhole(turn, 'collaborators', etag),
  take: replaceCollaborators
}
