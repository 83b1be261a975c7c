// Fields that the lists of enforcement share.
import { repoFields } from '../common.js'

const { repo_full_name, repo_owner: owner, repo_name } = repoFields

/** The repository of a row. The contract calls its owner otherwise than other lists do. */
export const repositoryFields = { repo_full_name, owner, repo_name }
