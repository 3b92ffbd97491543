CREATE TABLE "core_service_paces" (
	"service" text PRIMARY KEY NOT NULL,
	"next" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "core_service_turns" (
	"service" text NOT NULL,
	"slot" integer NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "core_service_turns_service_slot_pk" PRIMARY KEY("service","slot")
);
