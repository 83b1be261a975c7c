// The service's own events: what a delivery of the host means to us.

export interface InstallationIdentity {
  hostId: number
  accountLogin: string | null
  accountType: string | null
  targetId: number | null
}

export interface RepositoryIdentity {
  hostId: number
  owner: string
  name: string
  private: boolean
  /** Null where the payload does not say. */
  defaultBranch: string | null
  archived: boolean | null
}

export type InstallationChange = 'present' | 'deleted' | 'suspended'

/** `removed`: its installation no longer sees it. */
export type RepositoryChange = 'present' | 'deleted' | 'removed'

export type HostEvent =
  | {
      kind: 'installation'
      change: InstallationChange
      installation: InstallationIdentity
      repositories: RepositoryIdentity[]
    }
  | {
      kind: 'installation-repositories'
      installation: InstallationIdentity
      added: RepositoryIdentity[]
      removed: RepositoryIdentity[]
    }
  | {
      kind: 'repository'
      installationId: number | null
      repository: RepositoryIdentity
      change: RepositoryChange
    }

/** What a delivery is about, as columns of its row. */
export interface DeliverySubject {
  action: string | null
  repo: string | null
  repoId: number | null
  installationId: number | null
}
