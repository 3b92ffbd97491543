ALTER TABLE "core_accounts" ADD COLUMN "role_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "core_sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "core_sessions" ADD COLUMN "ip" text;--> statement-breakpoint
ALTER TABLE "core_sessions" ADD COLUMN "partner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "core_sessions" ADD COLUMN "seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "core_sessions" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "core_sessions" ADD COLUMN "told_at" timestamp with time zone;