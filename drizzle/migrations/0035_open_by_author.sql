CREATE INDEX "issues_author_open_idx" ON "issues" USING btree ("repo_id","author","number") WHERE live and state = 'open';--> statement-breakpoint
CREATE INDEX "pull_requests_author_open_idx" ON "pull_requests" USING btree ("repo_id","author","number") WHERE live and state = 'open';
