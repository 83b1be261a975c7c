ALTER TABLE "managed_actions" DROP CONSTRAINT "managed_actions_action_type_check";--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "required_files" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "forbid_outside_admins" boolean;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "forbid_dangerous_workflows" boolean;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "allowed_actions" text[];--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "read_only_workflow_token" boolean;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "required_labels" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "repository_settings" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "managed_actions" ADD CONSTRAINT "managed_actions_action_type_check" CHECK ("managed_actions"."action_type" in ('add-label', 'remove-label', 'add-comment', 'add-reviewer', 'request-review', 'approve', 'create-patch-pr', 'create-branch', 'create-check', 'close-issue', 'close-pr', 'merge-pr', 'delete-branch', 'set-priority', 'rerun-failed-jobs', 'comment-commit', 'set-collaborator', 'remove-collaborator', 'set-protection', 'tighten-protection', 'set-labels', 'set-repository-settings', 'set-workflow-token', 'warn-stale', 'close-stale', 'track-issue'));