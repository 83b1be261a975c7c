// The pages of this folder, which are loaded together.
export { RepositoryPage } from './detail.js'
export { RepositoriesPage } from './list.js'
