// The pages of this folder, which are loaded together.
export { BranchRulesPage } from './branch-rules.js'
export { GovernancePage } from './changes.js'
export { CollaboratorsPage } from './collaborators.js'
export { MemberPage } from './member.js'
export { MembersPage } from './members.js'
export { MaintainedPage } from './repository.js'
