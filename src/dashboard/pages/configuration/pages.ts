// The pages of this folder, which are loaded together.
export { RepositoryConfigurationPage } from './editor.js'
export { ConfigurationHistoryPage } from './history.js'
export { ConfigurationPage } from './list.js'
