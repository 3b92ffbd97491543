CREATE TABLE "account_sub_accounts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"remark" text NOT NULL
);
