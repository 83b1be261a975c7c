CREATE TABLE "idempotency_keys" (
	"caller" text NOT NULL,
	"key_sha256" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status" smallint,
	"content_type" text,
	"sealed_body" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_caller_key_sha256_pk" PRIMARY KEY("caller","key_sha256")
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys" USING btree ("created_at");