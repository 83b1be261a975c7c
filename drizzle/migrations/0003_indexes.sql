DROP INDEX "sessions_principal_idx";--> statement-breakpoint
CREATE INDEX "repositories_installation_id_idx" ON "repositories" USING btree ("installation_id");--> statement-breakpoint
CREATE INDEX "sessions_key_id_idx" ON "sessions" USING btree ("key_id","expires_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_open_idx" ON "webhook_deliveries" USING btree ("state","received_at","id") WHERE "webhook_deliveries"."state" not in ('processed', 'ignored');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_error_idx" ON "webhook_deliveries" USING btree ("received_at","id") WHERE "webhook_deliveries"."error" is not null;