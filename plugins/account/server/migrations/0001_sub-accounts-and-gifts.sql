CREATE TABLE "account_gifts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
