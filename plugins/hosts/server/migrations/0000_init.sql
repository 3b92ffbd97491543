CREATE TABLE "hosts_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"node_id" uuid NOT NULL,
	"is_up" boolean NOT NULL,
	"milliseconds" integer,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hosts_nodes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"user" text NOT NULL,
	"port" integer NOT NULL,
	"ip" text NOT NULL,
	"elastic_ip" text,
	"method" text NOT NULL,
	"secret" text NOT NULL,
	"key" jsonb,
	"region" text,
	"provider" text,
	"config" text,
	"expires_on" date,
	"warned_days" integer,
	"state" text NOT NULL,
	"cause" text,
	"host_key" jsonb,
	"offered_key" jsonb,
	"ports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"system" jsonb,
	"milliseconds" integer,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "hosts_checks" ADD CONSTRAINT "hosts_checks_node_id_hosts_nodes_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."hosts_nodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hosts_checks_node" ON "hosts_checks" USING btree ("node_id","at");--> statement-breakpoint
CREATE INDEX "hosts_checks_old" ON "hosts_checks" USING btree ("at");--> statement-breakpoint
CREATE INDEX "hosts_checks_account" ON "hosts_checks" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "hosts_nodes_account" ON "hosts_nodes" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "hosts_nodes_due" ON "hosts_nodes" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "hosts_nodes_expiry" ON "hosts_nodes" USING btree ("expires_on");