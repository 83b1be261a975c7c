// The pages of this folder, which are loaded together.
export { IssuePage } from './issue.js'
export { PullRequestPage } from './pull-request.js'
