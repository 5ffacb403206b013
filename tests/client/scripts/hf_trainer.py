"""transformers' Trainer on a tiny BERT: two micro-batches a step, evaluation. Arguments: a seed, a number of data workers."""

import sys

import torch
from transformers import BertConfig, BertForSequenceClassification, PrinterCallback, Trainer, TrainingArguments, set_seed

set_seed(int(sys.argv[1]))
config = BertConfig(
    vocab_size=50, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32, num_labels=2
)
model = BertForSequenceClassification(config)
samples = [{"input_ids": torch.randint(0, 50, (12,)), "labels": int(i % 2)} for i in range(48)]
arguments = TrainingArguments(
    output_dir="out", num_train_epochs=1, per_device_train_batch_size=4, gradient_accumulation_steps=2, seed=int(sys.argv[1]),
    dataloader_num_workers=int(sys.argv[2]), eval_strategy="epoch", save_strategy="no", report_to=[], use_cpu=True,
    disable_tqdm=True,
)  # fmt: skip
trainer = Trainer(model, arguments, train_dataset=samples, eval_dataset=samples[:8])
trainer.remove_callback(PrinterCallback)  # it prints times
trainer.train()
torch.save(model.state_dict(), "weights.pt")
